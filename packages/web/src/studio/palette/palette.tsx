import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { textOf } from '../i18n/language.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { type Command, listCommands, matches } from './commands.ts'
import { useFoundPosts } from './use-found-posts.ts'

const NEWEST = 100
const MAX_RESULTS = 12

interface Props {
  readonly onClose: () => void
  readonly onHelp: () => void
}

/** A search field for all pages, actions and posts. */
export function Palette({ onClose, onHelp }: Props) {
  const text = textOf('shell')
  const navigate = useNavigate()
  const posts = useQuery({
    queryKey: ['posts', 'palette'],
    queryFn: ({ signal }) => client.posts.list({ limit: NEWEST }, { signal }),
  })
  const [words, setWords] = useState('')
  const found = { words, posts: useFoundPosts(words) }
  const commands = listCommands(text, posts.data?.posts ?? [], found, { go: to => void navigate(to), help: onHelp })

  function run(command: Command): void {
    onClose()
    command.run()
  }

  return (
    <Dialog title={text.palette} onClose={onClose}>
      <div className="modal-body palette">
        <Autocomplete.Root
          open
          inline
          autoHighlight="always"
          keepHighlight
          items={commands}
          value={words}
          onValueChange={setWords}
          itemToStringValue={({ label }) => label}
          filter={matches}
          limit={MAX_RESULTS}
        >
          <Autocomplete.Input
            className="input"
            aria-label={text.palettePlaceholder}
            placeholder={text.palettePlaceholder}
          />
          <Autocomplete.List className="palette-list" aria-label={text.palette}>
            {(command: Command) => (
              <Autocomplete.Item
                key={command.key}
                value={command}
                className="palette-option"
                onClick={() => run(command)}
              >
                <span>{command.label}</span>
                <span className="palette-group">{text.paletteGroups[command.group]}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
          {/* Always present, so that screen readers announce its text when it changes. */}
          <Autocomplete.Empty className="palette-nothing">{text.paletteNothing}</Autocomplete.Empty>
        </Autocomplete.Root>
      </div>
    </Dialog>
  )
}
