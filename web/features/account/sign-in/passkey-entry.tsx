import { useAtomValue } from 'jotai'
import { queryValue } from '#web/lib/query.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { hasPasskeysAtom } from './atoms.ts'

const PasskeyButton = lazyComponent(async () => (await import('./second-step/passkey-button.tsx')).PasskeyButton)

/** Signs in with a passkey alone; nothing where nobody has one, or the browser knows none. */
export function PasskeyEntry({ onDone }: { onDone: () => void }) {
  const isUsed = queryValue(useAtomValue(hasPasskeysAtom))
  if (!isUsed || !('PublicKeyCredential' in window)) return null
  return (
    <LazyBoundary>
      <PasskeyButton onDone={onDone} />
    </LazyBoundary>
  )
}
