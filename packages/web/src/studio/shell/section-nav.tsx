import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'

interface Props {
  readonly label: string
  readonly sections: readonly { readonly path: string; readonly label: string }[]
  /** Further links. */
  readonly children?: ReactNode
}

/** Links to the pages of an area, beside them or above them. */
export function SectionNav({ label, sections, children }: Props) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is wider than the window, so the current link is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is the current one
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={nav} className="settings-nav tabs" aria-label={label}>
      {sections.map(section => (
        <NavLink key={section.path} className="tab" to={section.path}>
          {section.label}
        </NavLink>
      ))}
      {children}
    </nav>
  )
}
