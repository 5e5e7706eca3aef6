import { CheckboxInput, type CheckboxInputProps } from './checkbox-input.tsx'

export function Checkbox(props: CheckboxInputProps) {
  return <CheckboxInput {...props} className="checkbox" />
}
