import type { ReactNode } from 'react'
import { useText } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'

const SNIPPET = `import { verifyWebhook } from '@galley/client/webhooks'

const event = await verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET)`

interface Props {
  readonly secret: string
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** The content of a dialog that shows a secret. It cannot be shown again. */
export function SecretView({ secret, children, onClose }: Props) {
  const text = useText('webhooks')
  return (
    <>
      <div className="modal-body stack">
        <p>{text.secretOnce}</p>
        {children}
        <CodeBlock label={text.secret} code={secret} />
        <p>{text.secretUse}</p>
        <CodeBlock label="TypeScript" code={SNIPPET} />
      </div>
      <div className="modal-foot">
        <Button variant="primary" onClick={onClose}>
          {text.toWebhook}
        </Button>
      </div>
    </>
  )
}
