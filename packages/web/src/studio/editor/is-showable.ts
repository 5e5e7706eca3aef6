/** Whether the studio can show a picture: its pages take pictures from this site and over https only. */
export const isShowable = (address: string): boolean =>
  address.startsWith('https:') || address.startsWith(`${location.origin}/`)
