import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { Section } from './section.tsx'

export function HistorySection() {
  const text = useText('editor').history
  const { post } = useSessionState()
  const [isOpen, setOpen] = useState(false)
  if (!post) return null
  return (
    <Section title={text.title}>
      <p className="field-hint">{text.hint}</p>
      <Button onClick={() => setOpen(true)}>{text.open}</Button>
      {isOpen && <HistoryDialog postId={post.id} onClose={() => setOpen(false)} />}
    </Section>
  )
}
