import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { placeBelow } from './place-below.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly onSelect: () => void
}

interface Props {
  /** What the menu is for ("Actions for …"): the trigger shows an icon only. */
  readonly label: string
  readonly icon?: IconName
  readonly items: readonly MenuItem[]
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** A button that opens a list of deeds, as a native popover: Escape and a click beside it close it. */
export function Menu({ label, icon = 'more', items }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = () => [...(list.current?.querySelectorAll('button') ?? [])]

  /** By hand, since the browser tells only afterwards that it has opened: the next key must meet the first entry. */
  function open(event: MouseEvent): void {
    event.preventDefault()
    if (!list.current?.togglePopover() || !trigger.current) return
    placeBelow(list.current, trigger.current)
    entries()[0]?.focus()
  }

  function move(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (event.key === 'Tab') list.current?.hidePopover()
    if (step === undefined) return
    event.preventDefault()
    const buttons = entries()
    buttons[step(buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length)]?.focus()
  }

  function select(item: MenuItem): void {
    list.current?.hidePopover()
    // First back to the trigger, so that a dialog which the deed opens gives the focus back to something visible.
    trigger.current?.focus()
    item.onSelect()
  }

  return (
    <>
      <IconButton ref={trigger} icon={icon} label={label} popoverTarget={id} aria-haspopup="menu" onClick={open} />
      <div
        ref={list}
        id={id}
        className="menu"
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
      >
        {items.map(item => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classNames('menu-item', item.danger && 'is-danger')}
            onClick={() => select(item)}
          >
            {item.icon !== undefined && <Icon name={item.icon} />}
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}
