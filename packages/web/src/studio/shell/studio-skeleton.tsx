import { Skeleton } from '../ui/display/loaded.tsx'

/** Shown until the user is loaded: the studio's outline, so that the layout does not shift. */
export function StudioSkeleton() {
  return (
    <div className="studio">
      <div className="sidebar" />
      <main className="studio-main">
        <div className="page">
          <Skeleton lines={8} />
        </div>
      </main>
    </div>
  )
}
