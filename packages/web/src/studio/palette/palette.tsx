import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useText } from '../i18n/language.ts'
import { shellText } from '../i18n/shell.ts'
import { isComposing } from '../shortcuts/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Command, findCommands, listCommands } from './commands.ts'

const NEWEST = 100
const SHOWN = 12

interface Props {
  readonly onClose: () => void
  readonly onHelp: () => void
}

/** One field that leads to every page, deed and post: a combobox over a list. */
export function Palette({ onClose, onHelp }: Props) {
  const text = useText(shellText)
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [question, setQuestion] = useState('')
  const [at, setAt] = useState(0)
  const posts = useQuery({
    queryKey: ['posts', 'palette'],
    queryFn: ({ signal }) => client.posts.list({ limit: NEWEST }, { signal }),
  })
  const commands = listCommands(text, posts.data?.posts ?? [], { go: to => void navigate(to), help: onHelp })
  const found = findCommands(commands, question).slice(0, SHOWN)

  // After the dialog has opened, which gives the focus to its first button.
  useEffect(() => field.current?.focus(), [])

  function run(command: Command | undefined): void {
    if (!command) return
    onClose()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((at + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') run(found[at])
    else return
    event.preventDefault()
  }

  return (
    <Dialog open title={text.palette} onClose={onClose}>
      <div className="modal-body palette">
        <input
          ref={field}
          className="input"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[at] ? `${listId}-${found[at].key}` : undefined}
          aria-label={text.palettePlaceholder}
          placeholder={text.palettePlaceholder}
          value={question}
          onChange={event => {
            setQuestion(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={text.palette} className="palette-list">
          {found.map((command, index) => (
            <Option
              key={command.key}
              id={`${listId}-${command.key}`}
              command={command}
              selected={index === at}
              onSelect={() => run(command)}
            />
          ))}
        </div>
        {found.length === 0 && <p className="palette-nothing">{text.paletteNothing}</p>}
      </div>
    </Dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly selected: boolean
  readonly onSelect: () => void
}

function Option({ id, command, selected, onSelect }: OptionProps) {
  const text = useText(shellText)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and points here
    <div ref={element} id={id} role="option" aria-selected={selected} className="palette-option" onClick={onSelect}>
      <span>{command.label}</span>
      <span className="palette-group">{text.paletteGroups[command.group]}</span>
    </div>
  )
}
