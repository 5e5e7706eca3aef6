import { planAllows } from '@galley/contract/identity/plans'
import { Link } from 'react-router'
import { textOf } from '../i18n/language.ts'
import { IMPORT, NEW_POST } from '../navigation.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/display/code-block.tsx'
import { Icon } from '../ui/icons.tsx'

const curlLine = (title: string): string =>
  `curl ${location.origin}/api/v1/posts \\
  -H "Authorization: Bearer $GALLEY_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"title": "${title}", "content": "# ${title}"}'`

interface Props {
  readonly onImport: () => void
  /** Called when one of them is chosen. */
  readonly onChosen?: () => void
}

/** The ways to create a first post. The API is included if the plan has it. */
export function FirstPostOptions({ onImport, onChosen }: Props) {
  const text = textOf('posts')
  const hasApi = planAllows(useMe().subscription_plan, 'bearer')
  return (
    <ol className="ways">
      <li>
        <h3>{text.beginWrite}</h3>
        <p>{text.beginWriteBody}</p>
        <Link className="button button-primary" to={NEW_POST} onClick={onChosen}>
          <Icon name="edit" />
          {text.write}
        </Link>
      </li>
      <li>
        <h3>{text.beginDrop}</h3>
        <p>{text.beginDropBody}</p>
        <Button
          icon="post"
          onClick={() => {
            onChosen?.()
            onImport()
          }}
        >
          {text.chooseFiles}
        </Button>
        <Link className="button button-quiet" to={IMPORT} onClick={onChosen}>
          {text.importService}
        </Link>
      </li>
      {hasApi && (
        <li className="ways-api">
          <h3>{text.beginApi}</h3>
          <p>
            {text.beginApiBody} <Link to="/studio/settings/tokens">{text.toTokens}</Link>
          </p>
          <CodeBlock label="curl" code={curlLine(text.firstPost)} />
        </li>
      )}
    </ol>
  )
}
