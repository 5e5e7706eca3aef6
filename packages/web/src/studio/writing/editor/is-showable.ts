/** Whether the studio can show a picture: its content security policy allows this site and https only. */
export const isShowable = (address: string): boolean =>
  address.startsWith('https:') || address.startsWith(`${location.origin}/`)
