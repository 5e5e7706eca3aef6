interface Props {
  readonly name: string
  readonly url: string | null | undefined
  /** Left out if the name is beside it. */
  readonly label?: string
}

/** A round picture, or the name's first letter. */
export function Avatar({ name, url, label = '' }: Props) {
  if (url) return <img className="avatar" src={url} alt={label} />
  return (
    <span className="avatar" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
