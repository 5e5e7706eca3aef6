import { Tick, type TickProps } from './tick.tsx'

export function Checkbox(props: TickProps) {
  return <Tick {...props} className="checkbox" />
}
