/** How paid posts are sold on this site, which the server writes into the document. */
export const payments = document.querySelector<HTMLMetaElement>('meta[name="galley-payments"]')?.content ?? 'off'
