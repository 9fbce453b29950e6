import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

/** Contains the failure of a screen, so that the rest of the page keeps working, and shows it in plain words. */
export class ErrorBoundary extends Component<
  {
    children: ReactNode
    /** A new value retries, for instance the URL. */
    resetKey?: string
  },
  { error: unknown }
> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() }
  }

  override componentDidUpdate(before: { resetKey?: string }) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== undefined) this.reset()
  }

  reset = () => this.setState({ error: undefined })

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <ErrorScreen error={this.state.error} onRetry={this.reset} />
  }
}
