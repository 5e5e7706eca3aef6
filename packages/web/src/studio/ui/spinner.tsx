/** Decoration: whoever shows it says in words what is being waited for. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
