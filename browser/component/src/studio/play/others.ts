// Messages about changes, between browser tabs that show the same studio.

/** A changed sheet, with its new version; null if sheets were opened or closed. */
export type News = { id: string; version: number } | null;

export class Others {
  private channel = new BroadcastChannel("kifu-studio");

  constructor(private token: string, heard: (news: News) => void) {
    this.channel.onmessage = ({ data }) => data?.token === token && heard(data.news);
  }

  send(news: News) {
    this.channel.postMessage({ token: this.token, news });
  }
}
