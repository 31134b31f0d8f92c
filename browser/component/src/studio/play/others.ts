// Other tabs of the browser that show the same studio: each says what it changed, and hears it of the others.

/** A sheet that was changed, with its new version; null where sheets were opened or closed. */
export type News = { id: string; version: number } | null;

export class Others {
  private channel = new BroadcastChannel("kifu-studio");

  constructor(private token: string, heard: (news: News) => void) {
    this.channel.onmessage = ({ data }) => data?.token === token && heard(data.news);
  }

  tell(news: News) {
    this.channel.postMessage({ token: this.token, news });
  }
}
