import { Tick, type TickProps } from './tick.tsx'

/** For settings that take effect at once, unlike a checkbox in a form. */
export function Switch(props: TickProps) {
  return <Tick {...props} className="switch" role="switch" />
}
