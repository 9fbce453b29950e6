import i18next from 'i18next'
import { Component, type ReactNode, Suspense } from 'react'
import { localized } from '#web/lib/lazy-text.ts'
import { getProblemKind } from './problem.ts'
import { toast } from './toast.ts'

interface OnDemandProps {
  /** What stands there until the part has come, and if it does not come. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * A part that is loaded when it is wanted. If the network is gone just then, or the product has been updated and the part
 * is no longer there, the screen around it stays and the person is told.
 */
export class LazyBoundary extends Component<OnDemandProps, { failed: boolean }> {
  override state = { failed: false }

  /** Called by React when a part below has failed. */
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
