import { Menu } from '@base-ui/react/menu'
import { Icon } from '../icons.tsx'

export interface MenuChoice {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[]
  readonly onChoose: (value: string) => void
}

/** A menu entry that is one of several values; the current one is marked. */
export function MenuChoiceGroup({ label, value, options, onChoose }: MenuChoice) {
  return (
    <Menu.RadioGroup className="menu-choice" value={value} onValueChange={onChoose}>
      <Menu.GroupLabel className="menu-label">{label}</Menu.GroupLabel>
      {options.map(option => (
        <Menu.RadioItem key={option.value} className="menu-item" value={option.value} label={option.label} closeOnClick>
          <span className="menu-mark">
            <Menu.RadioItemIndicator>
              <Icon name="check" />
            </Menu.RadioItemIndicator>
          </span>
          <span lang={option.lang}>{option.label}</span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
