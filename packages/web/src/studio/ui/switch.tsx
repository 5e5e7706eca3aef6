import { Tick, type TickProps } from './tick.tsx'

/** For what takes effect at once, where a check box waits for its form. */
export function Switch(props: TickProps) {
  return <Tick {...props} className="switch" role="switch" />
}
