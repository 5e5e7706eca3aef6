/** The name of the installation, which the server writes into the document. */
export const siteName = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Galley'
