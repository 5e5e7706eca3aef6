import { isHttpAddress } from '@galley/contract/http-address'

/** GitHub shows a gist with a script. */
export const GIST = /^(https:\/\/gist\.github\.com\/[\w./-]+)\.js(?:\?.*)?$/

/** The page of what an embed shows, for services whose embeds have another address. */
export function embedAddress(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  const host = url.hostname.replace(/^www\./, '')
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  if (/^(youtube\.com|youtube-nocookie\.com)$/.test(host) && url.pathname.startsWith('/embed/')) {
    return `https://www.youtube.com/watch?v=${last}`
  }
  if (host === 'player.vimeo.com') return `https://vimeo.com/${last}`
  const isFrameOfOthers = host === 'cdn.iframe.ly' || host === 'cdn.embedly.com'
  const shown = isFrameOfOthers ? (url.searchParams.get('url') ?? '') : ''
  return isHttpAddress(shown) ? shown : given
}
