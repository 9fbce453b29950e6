import type { Visibility } from '#shared/contract/visibility.ts'
import { KeyIcon, LockIcon, PublicIcon } from '#web/ui/icons.ts'

const icons = { members: LockIcon, password: KeyIcon, public: PublicIcon }

/** The icon of a visibility. */
export function VisibilityIcon({ visibility }: { visibility: Visibility }) {
  const Icon = icons[visibility]
  return <Icon />
}
