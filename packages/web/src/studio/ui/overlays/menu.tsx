import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useRef } from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icons.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly onSelect: () => void
}

interface Props {
  /** The label of the menu ("Actions for …"), because the trigger shows only an icon. */
  readonly label: string
  readonly icon?: IconName
  readonly items: readonly (MenuItem | MenuChoice)[]
}

/** A button that opens a list of actions or values. */
export function Menu({ label, icon = 'more', items }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const selected = useRef<MenuItem>(undefined)

  // After the menu has closed, because it holds the focus until then: a dialog that the action opens returns the focus
  // to the element that had it before.
  function run(): void {
    const item = selected.current
    if (item === undefined) return
    selected.current = undefined
    trigger.current?.focus()
    item.onSelect()
  }

  return (
    <BaseMenu.Root modal={false} onOpenChangeComplete={isOpen => !isOpen && run()}>
      <BaseMenu.Trigger ref={trigger} render={<IconButton icon={icon} label={label} />} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="menu-place" align="end" sideOffset={4} collisionPadding={8}>
          <BaseMenu.Popup className="menu" aria-label={label}>
            {items.map(item =>
              'options' in item ? (
                <MenuChoiceGroup key={item.label} {...item} />
              ) : (
                <BaseMenu.Item
                  key={item.label}
                  className={classNames('menu-item', item.danger && 'is-danger')}
                  onClick={() => {
                    selected.current = item
                  }}
                >
                  {item.icon !== undefined && <Icon name={item.icon} />}
                  {item.label}
                </BaseMenu.Item>
              ),
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuChoice {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[]
  readonly onChoose: (value: string) => void
}

/** A menu entry that is one of several values; the current one is marked. */
function MenuChoiceGroup({ label, value, options, onChoose }: MenuChoice) {
  return (
    <BaseMenu.RadioGroup className="menu-choice" value={value} onValueChange={onChoose}>
      <BaseMenu.GroupLabel className="menu-label">{label}</BaseMenu.GroupLabel>
      {options.map(option => (
        <BaseMenu.RadioItem
          key={option.value}
          className="menu-item"
          value={option.value}
          label={option.label}
          closeOnClick
        >
          <span className="menu-mark">
            <BaseMenu.RadioItemIndicator>
              <Icon name="check" />
            </BaseMenu.RadioItemIndicator>
          </span>
          <span lang={option.lang}>{option.label}</span>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}
