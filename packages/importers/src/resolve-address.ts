/** An absolute address; undefined if there is nothing that it is relative to. Links within the page stay as they are. */
export function resolveAddress(given: string, base: string | undefined): string | undefined {
  const address = given.trim()
  if (address === '' || address.startsWith('#')) return address === '' ? undefined : address
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
}
