/** Decoration: say in words beside it what is under way. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
