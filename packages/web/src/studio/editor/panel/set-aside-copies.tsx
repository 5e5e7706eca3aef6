import { useQueryClient } from '@tanstack/react-query'
import { removeCopy } from '../../copies/copy-store.ts'
import { downloadText } from '../../copies/download-text.ts'
import { useCopies } from '../../copies/use-copies.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { Section } from './section.tsx'

/** Versions that were not chosen in conflicts, or were discarded. They are stored for 30 days. */
export function SetAsideCopies() {
  const text = useText('editor')
  const queries = useQueryClient()
  const { post } = useSessionState()
  const copies = useCopies().filter(copy => copy.setAside && copy.postId === post?.id)
  if (copies.length === 0) return null
  const remove = async (key: string) => {
    await removeCopy(key)
    await queries.invalidateQueries({ queryKey: ['copies'] })
  }
  return (
    <Section title={text.sections.copies}>
      <p className="field-hint">{text.copiesBody}</p>
      <ul className="kept-copies">
        {copies.map(({ key, draft, keptAt }) => (
          <li key={key}>
            <span>{formatDateTime(keptAt)}</span>
            <Button variant="quiet" onClick={() => downloadText(draft)}>
              {text.download}
            </Button>
            <Button variant="quiet" onClick={() => void remove(key)}>
              {text.deleteCopy}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
