import type { ReactNode } from 'react'
import { InsertMenu, Toolbar } from '#web/features/editor/source/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { FullScreenIcon } from '#web/ui/icons.ts'
import { ModeSwitch } from './mode-switch.tsx'
import styles from './text-actions.module.css'
import { useFullScreen } from './use-full-screen.ts'
import { useInserts } from './use-inserts.ts'
import { useMode } from './use-mode.ts'

/** The toolbar above the text: mode, formatting, inserts, and `children`. */
export function TextActions({ children }: { children: ReactNode }) {
  const { t } = useTranslation('page-editor')
  const { kind, isApi } = useMode()
  const inserts = useInserts()
  const { isFull, toggle } = useFullScreen()
  const fullScreen = {
    id: 'fullScreen',
    label: t(isFull ? 'mode.fullScreenOff' : 'mode.fullScreen'),
    icon: <FullScreenIcon />,
    shortcut: 'mod+shift+f',
    run: toggle,
  }
  return (
    <div className={styles.tools}>
      <ModeSwitch />
      {kind !== 'api' && !isApi ? <Toolbar more={[fullScreen]} /> : <span className={styles.room} />}
      <div className={styles.end}>
        {kind !== 'api' && !isApi && <InsertMenu more={inserts} />}
        {children}
      </div>
    </div>
  )
}
