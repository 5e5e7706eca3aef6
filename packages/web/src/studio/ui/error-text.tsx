/** An error that appears while the page is in use, so it is announced. */
export function ErrorText({ children }: { children: string | false | undefined }) {
  if (!children) return null
  return (
    <p className="field-error" role="alert">
      {children}
    </p>
  )
}
