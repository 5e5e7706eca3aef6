/** Hidden from screen readers: show beside it as text what is running. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
