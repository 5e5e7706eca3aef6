import type { RenderingLimit } from '@galley/contract/writing/posts'
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { client } from '../../../client.ts'
import { describeError } from '../../../errors/describe-error.ts'
import { language, textOf } from '../../../i18n/language.ts'
import { reportFailure } from '../../../query-client.ts'
import { Skeleton } from '../../../ui/display/loaded.tsx'
import { LimitNotice } from '../editor-notices.tsx'
import { useAfterTyping, useSession, useSessionState } from '../session/use-post-session.ts'
import type { TextPlace } from '../text/text-place.ts'
import { BlockView } from './block-view.ts'
import { showBlock } from './show-block.ts'

const WAIT_MS = 300
const LONGEST_WAIT_MS = 3000

export interface PreviewHandle {
  /** Scrolls to the block with the cursor. */
  follow(): void
}

interface Props {
  readonly ref: Ref<PreviewHandle>
  /** The cursor's place in the text. */
  readonly placeOf: () => TextPlace | undefined
}

/** The post as readers will see it, rendered by the server. */
export function Preview({ ref, placeOf }: Props) {
  const session = useSession()
  const { fields } = useSessionState()
  const cover = useCover()
  const text = textOf('editor')
  const frame = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<BlockView>(undefined)
  const stopFollowing = useRef<() => void>(undefined)
  /** A long text takes the server longer, so it is requested less often. */
  const waitMs = useRef(WAIT_MS)
  const [isLoaded, setLoaded] = useState(false)
  const [error, setError] = useState<string>()
  const [limit, setLimit] = useState<RenderingLimit | null>(null)
  const [lang, setLang] = useState<string>(language)

  async function render(signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    try {
      const preview = await client.preview.render({ content: session.draft().content }, { signal })
      waitMs.current = Math.min(Math.max(WAIT_MS, 2 * (performance.now() - startedAt)), LONGEST_WAIT_MS)
      if (!place.current) return
      view.current ??= new BlockView(place.current)
      setLang(preview.language)
      setError(undefined)
      setLimit(preview.exceeded_limit)
      setLoaded(true)
      await view.current.show(preview.html)
      follow()
    } catch (caught) {
      if (signal.aborted) return
      reportFailure(caught)
      setError(describeError(caught))
    }
  }

  useAfterTyping(
    () => waitMs.current,
    () => {
      const stop = new AbortController()
      void render(stop.signal)
      return () => stop.abort()
    },
  )

  function follow(): void {
    stopFollowing.current?.()
    if (!frame.current || !place.current) return
    const textPlace = placeOf()
    if (textPlace) stopFollowing.current = showBlock(frame.current, place.current, textPlace)
    else {
      // The text is long, and not all of its blocks are rendered yet.
      const timer = setTimeout(follow, WAIT_MS)
      stopFollowing.current = () => clearTimeout(timer)
    }
  }

  useImperativeHandle(ref, () => ({ follow }))
  useEffect(() => () => stopFollowing.current?.(), [])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section ref={frame} className="preview" aria-label={text.preview} tabIndex={0} style={labels(text.text.paywall)}>
      {limit && <LimitNotice limit={limit} />}
      {error !== undefined && <p className="preview-error">{text.previewError(error)}</p>}
      <article lang={lang}>
        <h2 className="preview-title">{fields.title || text.titlePlaceholder}</h2>
        {fields.subtitle && <p className="preview-subtitle">{fields.subtitle}</p>}
        {cover && <img className="preview-cover" src={cover} alt="" width="1280" height="720" />}
        {!isLoaded && error === undefined && <Skeleton lines={6} />}
        <div ref={place} className="prose" />
      </article>
    </section>
  )
}

/** An absolute URL. While it is being typed it is incomplete and cannot be loaded. */
function useCover(): string | null {
  const { fields, post } = useSessionState()
  const address = fields.cover_image_url
  if (address === null) return null
  const isComplete = [post?.cover_image_url, fields.thumbnail_url].includes(address)
  return isComplete || address.startsWith(`${location.origin}/media/`) ? address : null
}

/** Texts for the style sheet, which shows them on the divider of the free part. */
const labels = (paywall: string) => ({ '--paywall-label': JSON.stringify(paywall) }) as CSSProperties
