import { useAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import styles from './mode-switch.module.css'
import { isPreviewOnlyAtom } from './screen-state.ts'
import { useMode } from './use-mode.ts'

/** The width from which text and preview are side by side. Source: interface guide 4.6. */
export const splitViewQuery = '(min-width: 1000px)'

interface Choice {
  id: 'source' | 'split' | 'preview' | 'visual' | 'form'
  isOn: boolean
  choose: () => void
}

function useChoices(): Choice[] {
  const isWide = useMedia(splitViewQuery)
  const { kind, isSplit, isApi, choose } = useMode()
  const [isAlone, setAlone] = useAtom(isPreviewOnlyAtom)
  const isSource = kind === 'source'
  const source = (mode: 'source' | 'split', isPreview: boolean) => () => {
    setAlone(isPreview)
    choose(mode)
  }
  if (isApi) {
    return [
      { id: 'form', isOn: !isSource, choose: () => choose('visual') },
      { id: 'source', isOn: isSource, choose: source('source', false) },
    ]
  }
  const visual: Choice = { id: 'visual', isOn: !isSource, choose: () => choose('visual') }
  if (isWide) {
    return [
      { id: 'source', isOn: isSource && !isSplit, choose: source('source', false) },
      { id: 'split', isOn: isSource && isSplit, choose: source('split', false) },
      visual,
    ]
  }
  const layout = isSplit ? 'split' : 'source'
  return [
    { id: 'source', isOn: isSource && !isAlone, choose: source(layout, false) },
    { id: 'preview', isOn: isSource && isAlone, choose: source(layout, true) },
    visual,
  ]
}

/** Switches the editing mode: source, source with preview, visual, or the form of an API page. */
export function ModeSwitch() {
  const { t } = useTranslation('page-editor')
  return (
    <fieldset className={styles.switch} aria-label={t('mode.label')}>
      {useChoices().map(({ id, isOn, choose }) => (
        <button key={id} type="button" className={styles.choice} aria-pressed={isOn} onClick={choose}>
          {t(`mode.${id}`)}
        </button>
      ))}
    </fieldset>
  )
}
