import { Skeleton } from '../ui/skeleton.tsx'

/** Before it is known who is there: the studio's outline, so that nothing jumps when it fills. */
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
