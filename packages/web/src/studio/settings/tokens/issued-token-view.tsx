import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { curlSnippet, sdkSnippet } from './snippets.ts'

export function IssuedTokenView({ token, onClose }: { token: string; onClose: () => void }) {
  const text = useText('tokens')
  const [tool, setTool] = useState<'curl' | 'sdk'>('curl')
  const snippet = tool === 'curl' ? curlSnippet : sdkSnippet
  return (
    <>
      <div className="modal-body stack">
        <p>{text.shownOnce}</p>
        <CodeBlock label={text.token} code={token} />
        <Tabs
          label={text.snippets}
          tabs={[
            { id: 'curl', label: text.curl },
            { id: 'sdk', label: text.sdk },
          ]}
          selected={tool}
          onSelect={setTool}
        >
          <CodeBlock label={text.snippets} code={snippet(location.origin, token)} />
        </Tabs>
      </div>
      <div className="modal-foot">
        <Button variant="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </>
  )
}
