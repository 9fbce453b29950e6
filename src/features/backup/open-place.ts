import { FolderPlace, type Place, type PlaceSettings, requireFolder, requireNoData } from './place.ts'
import { patient, quick, S3Place } from './s3-place.ts'

/**
 * Opens a place, and creates its folder where that is allowed.
 *
 * @param isQuick whether somebody waits at a screen: a service that does not answer is not tried again
 * @throws {StartError} backupPlaceBad, backupPlaceData
 */
export async function openPlace(settings: PlaceSettings, { isQuick = false } = {}): Promise<Place> {
  if (settings.kind === 's3') return new S3Place(settings, isQuick ? quick : patient)
  await requireFolder(settings.path, settings.mayCreate === true)
  await requireNoData(settings.path)
  return new FolderPlace(settings.path)
}
