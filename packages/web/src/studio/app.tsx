import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from './query-client.ts'
import { router } from './routes.tsx'
import { SessionGate } from './shell/session-gate.tsx'
import { ToastProvider } from './ui/overlays/toast.tsx'

export function showStudio(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionGate>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </SessionGate>
      </QueryClientProvider>
    </StrictMode>,
  )
}
