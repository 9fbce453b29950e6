import { useMemo } from 'react'
import { languageNames } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './views.module.css'

const drawn = ['mermaid', 'math']

/** The bar above a block of code: a language picker, and a copy button. */
export function CodeBar(props: { language: string; onLanguage: (language: string) => void; read: () => string }) {
  const { language, onLanguage, read } = props
  const { t } = useTranslation('visual-editor')
  const [copied, copy] = useCopy()
  const options = useMemo(() => {
    const names = [...languageNames, ...drawn].sort()
    const all = language === '' || names.includes(language) ? names : [language, ...names]
    return [{ value: '', label: t('code.plain') }, ...all.map((name) => ({ value: name, label: name }))]
  }, [language, t])
  return (
    <>
      <span className={styles.language}>
        <Combobox
          size="s"
          options={options}
          value={language}
          label={t('code.language')}
          emptyText={t('code.noLanguage')}
          onValue={(next) => onLanguage(next ?? '')}
        />
      </span>
      <IconButton size="s" label={copied ? t('code.copied') : t('code.copy')} onClick={() => void copy(read())}>
        {copied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
    </>
  )
}
