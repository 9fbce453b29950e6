import { useAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import styles from './mode-switch.module.css'
import { isPreviewAloneAtom } from './pane-atoms.ts'
import { modeAtom } from './preferences.ts'

/** Source alone or with its preview; in a narrow window one or the other. */
export function ModeSwitch() {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 1000px)')
  const [mode, setMode] = useAtom(modeAtom)
  const [isAlone, setAlone] = useAtom(isPreviewAloneAtom)
  const choices = isWide
    ? [
        { id: 'source', isOn: mode === 'source', label: t('mode.source'), choose: () => setMode('source') },
        { id: 'split', isOn: mode === 'split', label: t('mode.split'), choose: () => setMode('split') },
      ]
    : [
        { id: 'source', isOn: !isAlone, label: t('mode.source'), choose: () => setAlone(false) },
        { id: 'preview', isOn: isAlone, label: t('mode.preview'), choose: () => setAlone(true) },
      ]
  return (
    <fieldset className={styles.switch} aria-label={t('mode.label')}>
      {choices.map(({ id, isOn, label, choose }) => (
        <button key={id} type="button" className={styles.choice} aria-pressed={isOn} onClick={choose}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}
