/** Where this process can be reached over HTTP: known once it listens. */
export interface PublicAddress {
  url: string | undefined;
}
