import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './docs-site.module.css'
import type { DocsForm } from './form.ts'
import { remark } from './stack.ts'

const linksMost = 6

/** The links in the header of a docs site, a row for each. */
export function LinkFields(props: {
  links: DocsForm['links']
  onLinks: (links: DocsForm['links']) => void
  error: string | undefined
}) {
  const { links, onLinks, error } = props
  const { t } = useTranslation('docs-site')
  const change = (at: number, part: Partial<DocsForm['links'][number]>) =>
    onLinks(links.map((link, index) => (index === at ? { ...link, ...part } : link)))
  return (
    <fieldset className={styles.links}>
      <legend>{t('field.links')}</legend>
      <p style={remark}>{t('field.linksHelp')}</p>
      {links.map(({ title, url }, at) => (
        <div key={`${at}`} className={styles.linkRow}>
          <TextInput
            aria-label={t('field.linkTitle', { number: at + 1 })}
            placeholder={t('field.linkTitleHint')}
            value={title}
            onValue={(next) => change(at, { title: next })}
            maxLength={40}
            autoComplete="off"
          />
          <TextInput
            aria-label={t('field.linkUrl', { number: at + 1 })}
            placeholder="https://example.com"
            value={url}
            onValue={(next) => change(at, { url: next })}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
          />
          <IconButton
            label={t('field.linkRemove', { number: at + 1 })}
            onClick={() => onLinks(links.filter((_, index) => index !== at))}
          >
            <TrashIcon />
          </IconButton>
        </div>
      ))}
      {error && <Banner tone="danger">{error}</Banner>}
      {links.length < linksMost && (
        <div>
          <Button icon={<AddIcon />} onClick={() => onLinks([...links, { title: '', url: '' }])}>
            {t('field.linkAdd')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
