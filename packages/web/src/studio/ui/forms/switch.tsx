import { CheckboxInput, type CheckboxInputProps } from './checkbox-input.tsx'

/** For settings that take effect at once, unlike a checkbox in a form. */
export function Switch(props: CheckboxInputProps) {
  return <CheckboxInput {...props} className="switch" role="switch" />
}
