import type { Settings } from '../config.ts'

/** The public URL of a stored image. */
export function imageUrl({ publicUrl, storage }: Pick<Settings, 'publicUrl' | 'storage'>, path: string): string {
  const base = storage.kind === 's3' ? storage.publicUrl : undefined
  return `${base ?? `${publicUrl.href.replace(/\/$/, '')}/media`}/${path}`
}
