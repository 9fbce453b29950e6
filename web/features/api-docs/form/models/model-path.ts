/**
 * Returns the path of the models of an item, or of one of them.
 *
 * @param ref the item's name in addresses
 * @param of the title of the model's description; empty where the item has one only
 */
export const modelPath = (ref: string, name = '', of = ''): string =>
  `/${ref}/models${name === '' ? '' : `/${encodeURIComponent(name)}`}${of === '' ? '' : `?of=${encodeURIComponent(of)}`}`
