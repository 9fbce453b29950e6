import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useApiBlockEntry } from '#web/features/api-docs/form/index.tsx'
import type { InsertEntry } from '#web/features/editor/core/index.tsx'
import { InsertMenu, Toolbar } from '#web/features/editor/source/index.tsx'
import { useHelperEntries } from '#web/features/editor/tools/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { FullScreenIcon } from '#web/ui/screen-icons.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { isFullScreenAtom } from './screen-state.ts'
import { editingSessionAtom } from './session.ts'
import styles from './text-actions.module.css'
import { useMode } from './use-mode.ts'

const isBusy = () => document.querySelector('[role=dialog],[role=menu],[role=listbox],[role=search]') !== null

/**
 * Shows the text alone on the full screen; Escape leaves it. Where the browser refuses full screen, the text fills the
 * window.
 */
function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const { t } = useTranslation('page-editor')
  const [isFull, setFull] = useAtom(isFullScreenAtom)
  const toggle = () => {
    setFull(!isFull)
    const done = isFull
      ? document.fullscreenElement && document.exitFullscreen()
      : document.documentElement.requestFullscreen?.()
    // rejected: the text fills the window all the same
    done?.catch(() => undefined)
  }
  useShortcut('mod+shift+f', toggle, { inFields: true, label: t('mode.fullScreen') })
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [setFull])
  useLayoutEffect(() => {
    if (!isFull) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isBusy()) return
      setFull(false)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isFull, setFull])
  useEffect(
    () => () => {
      setFull(false)
      if (document.fullscreenElement) void document.exitFullscreen()
    },
    [setFull],
  )
  return { isFull, toggle }
}

/** Returns what the page helpers can insert into the open page. */
export function useInserts(): readonly InsertEntry[] {
  const { item_id = 0, page_id = 0 } = useAtomValue(editingSessionAtom) ?? {}
  const apiBlock = useApiBlockEntry()
  return [...useHelperEntries({ item_id, page_id }), apiBlock]
}

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
