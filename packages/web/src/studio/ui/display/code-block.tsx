import { CopyButton } from '../copy-button.tsx'

/** Text to copy: a command, a snippet, a secret. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure className="code-block">
      <figcaption>
        {label}
        <CopyButton value={code} />
      </figcaption>
      <pre>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
