import i18next from 'i18next'
import { Component, type ReactNode, Suspense } from 'react'
import { localized } from '#web/lib/lazy-text.ts'
import { getProblemKind } from './problem.ts'
import { toast } from './toast.ts'

interface OnDemandProps {
  /** Shown while the component loads and if it fails to load. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Contains a lazily loaded component. If it fails to load, because the network is gone or an update has removed the
 * chunk, the screen around it stays and the user is notified.
 */
export class LazyBoundary extends Component<OnDemandProps, { failed: boolean }> {
  override state = { failed: false }

  /** Called by React when a component below has failed. */
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (getProblemKind(error) !== 'outdated') return
    const action = { label: localized(() => i18next.t('ui:reload')), run: () => window.location.reload() }
    toast.error(
      localized(() => i18next.t('ui:error.newVersionText')),
      { action },
    )
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.failed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
