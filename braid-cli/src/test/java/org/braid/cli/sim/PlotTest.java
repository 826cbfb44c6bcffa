package org.braid.cli.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What pictures of times over sizes have in them. */
class PlotTest {
    private static List<String> found(String pattern, String svg) {
        return Pattern.compile(pattern).matcher(svg).results().map(MatchResult::group).toList();
    }

    @Test
    void oneSizeIsAPoint() {
        String svg = Plot.of("one", List.of(8L), Map.of("a", List.of(1e6)));
        assertEquals(1, found("<circle ", svg).size(), svg);
    }

    @Test
    void noTwoCurvesLookAlikeAndTheLegendStaysInThePicture() {
        Map<String, List<Double>> curves = new LinkedHashMap<>();
        for (int i = 0; i < 24; i++) {
            curves.put("curve" + i, List.of(1e6 + i, 2e6 + i));
        }
        String svg = Plot.of("many", List.of(1L, 8L), curves);
        Set<String> strokes = new HashSet<>(found("(?<=<polyline fill=\"none\" stroke-width=\"2\" ).*(?= points)", svg));
        assertEquals(24, strokes.size(), svg);
        double lowest = found("(?<=y=\")[0-9.]+(?=\" text-anchor=\"start\">curve)", svg).stream().mapToDouble(Double::parseDouble).max().orElse(0);
        assertTrue(lowest > 200 && lowest < 420, svg);
    }

    /** As of a scheme that was run live and simulated. */
    @Test
    void whatBelongsTogetherHasOneColourAndIsToldApartByDashes() {
        List<Plot.Curve> curves = List.of(new Plot.Curve("a", 3, List.of(1e6, 2e6)), new Plot.Curve("a (s)", 3 + Plot.COLOURED, List.of(1e6, 3e6)));
        List<String> strokes = found("(?<=<polyline fill=\"none\" stroke-width=\"2\" ).*(?= points)", Plot.of("two", List.of(1L, 8L), curves));
        assertTrue(strokes.get(1).startsWith(strokes.get(0) + " stroke-dasharray="), strokes::toString);
    }

    @Test
    void axesHaveTitlesAndReachAsFarAsTheCurves() {
        String svg = Plot.of("x", List.of(1L, 8L), Map.of("a", List.of(1.7e12, 6e12)));
        assertEquals(List.of("2 s<", "5 s<"), found("[0-9]+ m?s<", svg), svg);
        assertTrue(svg.contains(">time<") && svg.contains(">size of the message or of one block<"), svg);
    }

    /** The quickest lies on the line of 1, and what takes a fifth longer does not. */
    @Test
    void ratiosAreThoseToTheQuickestOfEachSize() {
        String svg = Plot.ofRatios("x", List.of(1L, 8L), List.of(new Plot.Curve("a", 0, List.of(1e6, 2e6)), new Plot.Curve("b", 1, List.of(1.2e6, 1e6))));
        assertTrue(svg.contains(">times the quickest<") && svg.contains(">1<") && svg.contains(">2<"), svg);
        assertEquals(2, found("cy=\"357.8\"", svg).size(), svg);
    }

    @Test
    void sizesAscendInWhateverOrderTheyWereGiven() {
        assertEquals(Plot.of("x", List.of(1L, 8L, 64L), Map.of("a", List.of(1e6, 2e6, 3e6))), Plot.of("x", List.of(64L, 1L, 8L), Map.of("a", List.of(3e6, 1e6, 2e6))));
    }

    @Test
    void aContestantOfSomeSizesHasALineThroughThese() {
        String svg = Plot.of("some", List.of(1L, 8L, 64L), Map.of("a", List.of(1e6, 2e6, Double.NaN)));
        assertEquals(2, found("<circle ", svg).size(), svg);
        assertEquals(1, found("points=\"[0-9.]+,[0-9.]+ [0-9.]+,[0-9.]+\"", svg).size(), svg);
    }
}
