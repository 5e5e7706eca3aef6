/** Our own icons, drawn on a 20-unit grid with one stroke. */
const PATHS = {
  add: 'M10 4v12M4 10h12',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 18h3',
  calendar: 'M3.5 5h13v12h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5',
  chart: 'M3.5 3.5v13h13M7 13V9.5M10.5 13V6M14 13V8',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  drag: 'M7 5h.1M13 5h.1M7 10h.1M13 10h.1M7 15h.1M13 15h.1',
  edit: 'm4 16 .8-3.6L13.5 3.7l2.8 2.8L7.6 15.2zM11.5 5.7l2.8 2.8',
  external: 'M8 4.5H4.5v11h11V12M11.5 4h4.5v4.5M16 4l-7 7',
  image: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M12.5 7.6h.1',
  key: 'M11.5 8.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10.5 11.2l6 5.3M14 14.3l1.5-1.7',
  left: 'm12 5-5 5 5 5',
  more: 'M5.3 10a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0zM10.8 10a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0zM16.3 10a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0z',
  person: 'M13 6.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM4 17c.5-3.5 2.8-5 6-5s5.5 1.5 6 5',
  post: 'M5 3h7l3.5 3.5V17H5zM12 3v3.5h3.5M7.5 10h5.5M7.5 13h5.5',
  repeat: 'M15.5 8A6 6 0 0 0 5 6L3.5 8M3.5 4v4h4M4.5 12A6 6 0 0 0 15 14l1.5-2M16.5 16v-4h-4',
  right: 'm8 5 5 5-5 5',
  series: 'M6.5 5h10M6.5 10h10M6.5 15h10M3.2 5h.1M3.2 10h.1M3.2 15h.1',
  settings:
    'M4 6h7M15 6h1M4 14h1M9 14h7M14.5 6a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0zM8.9 14a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0z',
  yen: 'M5 3.5l5 6.5 5-6.5M10 10v6.5M6 10.5h8M6 13.5h8',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 11h8.4l.8-11M8.5 8.5v5M11.5 8.5v5',
} as const

export type IconName = keyof typeof PATHS

/** Hidden from screen readers: its meaning must also be given as text. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
