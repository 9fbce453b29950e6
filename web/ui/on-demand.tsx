import { Component, type ReactNode, Suspense } from 'react'

interface OnDemandProps {
  /** What stands there until the part has come, and if it does not come. */
  fallback?: ReactNode
  children: ReactNode
}

/** A part that is loaded when it is wanted. If the network is gone just then, the screen around it stays. */
export class OnDemand extends Component<OnDemandProps, { failed: boolean }> {
  override state = { failed: false }

  /** Called by React when a part below has failed. */
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.failed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
