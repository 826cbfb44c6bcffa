package org.braid.bench.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.braid.bench.figure.Figure;
import org.braid.bench.figure.Results;
import org.braid.bench.figure.Who;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class CurvesTest {
    private static final int BIN_MS = 50;

    private final Results results = new Results();

    private void round(Who who, String name, String work, double... us) {
        for (int bin = 0; bin < us.length; bin++) {
            results.add(who, name, new Figure("curve." + work + ".at" + (bin + 1) * BIN_MS, who == Who.PEER ? "c" : "byte[]", 8, us[bin], "us"));
        }
    }

    private Youth youth(double... us) {
        round(Who.OURS, "", "youth", us);
        return Youth.of(new Curves(results).all().values().iterator().next().values().iterator().next());
    }

    /** So many bins of one value, after others. */
    private static double[] then(int bins, double us, double... before) {
        double[] all = Arrays.copyOf(before, before.length + bins);
        Arrays.fill(all, before.length, all.length, us);
        return all;
    }

    @Test
    void everyBinHasTheMediansOfTheRoundsAndOurRatioInTheMedianRound() {
        round(Who.OURS, "", "trips.np2", 40, 2);
        round(Who.OTHER, "", "trips.np2", 80, 2);
        round(Who.PEER, "mpich", "trips.np2", 1, 1);
        round(Who.OURS, "", "trips.np2", 60, 2);
        round(Who.OTHER, "", "trips.np2", 60, 4);
        round(Who.PEER, "mpich", "trips.np2", 1, 0.5);
        List<String> lines = CurveTable.of(new Curves(results)).lines().toList();
        assertEquals("trips.np2, 8 bytes: microseconds in each bin after Init, medians of the rounds", lines.get(0));
        assertEquals("until   braid  other  mpich  ratio to peers  new/old", lines.get(1));
        assertEquals("0.05 s  50.0   70.0   1.00   50.0            0.750", lines.get(2));
        assertEquals("0.10 s  2.00   3.00   0.750  3.00            0.750", lines.get(3));
    }

    @Test
    void worksOfDifferentRanksAreDifferentTables() {
        round(Who.OURS, "", "trips.np2", 1);
        round(Who.OURS, "", "reduce.np8", 1);
        assertEquals(2, CurveTable.of(new Curves(results)).lines().filter(line -> line.startsWith("until")).count());
    }

    @Test
    void youthEndsWhereTheLatencyStaysWithinHalfAsMuchAgainOfTheSteadyOne() {
        assertEquals(new Youth(1, 150), youth(then(17, 1, 240, 40, 10)));
    }

    @Test
    void aDisturbanceMakesNobodyYoungAgain() {
        double[] disturbed = then(20, 1);
        disturbed[9] = 500;
        disturbed[10] = 500;
        assertEquals(new Youth(1, 0), youth(disturbed));
    }

    @Test
    void aSecondWaveIsYouthToo() {
        double[] waves = then(40, 1, 240);
        Arrays.fill(waves, 20, 25, 9);
        assertEquals(25 * BIN_MS, youth(waves).endMs());
    }

    @Test
    void oneBinIsACurve() {
        assertEquals(new Youth(7, 0), youth(7));
    }

    @Test
    void thePictureHasAPanelForEachWorkAndALineForEachContestantInsideIt() throws Exception {
        round(Who.OURS, "", "trips.np2", 240, 0.3, 12_000);
        round(Who.PEER, "a<b", "trips.np2", 1, 0, 1);
        round(Who.OURS, "", "reduce.np8", 3, 3, 3);
        String svg = CurveSvg.of(new Curves(results));
        Document picture = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertEquals(2, picture.getElementsByTagName("g").getLength());
        var lines = picture.getElementsByTagName("polyline");
        assertEquals(3, lines.getLength());
        for (int i = 0; i < lines.getLength(); i++) {
            String[] points = ((Element) lines.item(i)).getAttribute("points").split(" ");
            assertEquals(3, points.length);
            for (String point : points) {
                double y = Double.parseDouble(point.substring(point.indexOf(',') + 1));
                assertTrue(y >= 0 && y <= Panel.HEIGHT, point);
            }
        }
        assertTrue(svg.contains("a&lt;b") && svg.contains("trips.np2, 8 bytes"));
        assertFalse(svg.contains("NaN"));
    }
}
