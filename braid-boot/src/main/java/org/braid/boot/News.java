package org.braid.boot;

/**
 * What the launcher tells and a context's token is needed to pass on. It has a thread of its own: whoever holds the token may wait for an answer of the directory's, which comes down the
 * same control pipe behind the news. There are few of them: a rank that died, an answer to a question that is put once a second, that all ranks are about to leave.
 */
final class News {
    private News() {}

    static void tell(Runnable news) {
        Thread teller = new Thread(null, news, "braid-news", 128 * 1024);
        teller.setDaemon(true);
        teller.start();
    }
}
