import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './attachment.module.css'
import type { FileQuery } from './query.ts'

const pauseMs = 250

/** Filters for the current user's files: part of the name, type, and unused files. */
export function Filters({ query, onQuery }: { query: FileQuery; onQuery: (query: FileQuery) => void }) {
  const { t } = useTranslation('attachment')
  const [name, setName] = useState(query.name)
  const [requested, setRequested] = useState(query.name)
  // the URL changed elsewhere: a button that clears the filter, or back
  if (requested !== query.name) {
    setRequested(query.name)
    setName(query.name)
  }
  useEffect(() => {
    if (name === query.name) return
    const timer = window.setTimeout(() => {
      setRequested(name)
      onQuery({ ...query, name, page: 1 })
    }, pauseMs)
    return () => window.clearTimeout(timer)
  }, [name, query, onQuery])
  return (
    <>
      <div className={styles.search}>
        <TextInput
          type="search"
          icon={<SearchIcon />}
          aria-label={t('filter.name')}
          placeholder={t('filter.name')}
          maxLength={200}
          value={name}
          onValue={setName}
          autoComplete="off"
        />
      </div>
      <div className={styles.type}>
        <Select<FileQuery['type']>
          aria-label={t('filter.type')}
          value={query.type}
          onValue={(type) => onQuery({ ...query, type, page: 1 })}
          options={[
            { value: 'all', label: t('filter.all') },
            { value: 'image', label: t('filter.image') },
            { value: 'other', label: t('filter.other') },
          ]}
        />
      </div>
      <Checkbox
        label={t('filter.unused')}
        checked={query.unused}
        onChecked={(unused) => onQuery({ ...query, unused, page: 1 })}
      />
    </>
  )
}
