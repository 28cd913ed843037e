import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A starter bot for Dicehouse: plays all three games, remembers nothing.
 *
 * <p>Try it: dicehouse check -- java kits/java/Bot.java
 */
public class Bot {
    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            Json message = Json.read(line);
            switch (message.get("type").text()) {
                case "hello" ->
                    out.println("{\"type\":\"ready\",\"protocol\":1,\"name\":\"java-starter\",\"version\":\"1.0\"}");
                case "act" -> {
                    String act = play(message.get("view"), message.get("legal"));
                    long id = message.get("id").number();
                    out.println("{\"type\":\"move\",\"id\":" + id + ",\"act\":\"" + act + "\"}");
                }
                case "bye" -> {
                    return;
                }
                default -> { } // start, events, over and whatever comes in later versions
            }
        }
    }

    static String play(Json view, Json legal) {
        return switch (view.get("game").text()) {
            case "liars" -> playLiars(view, legal);
            case "claims" -> playClaims(view, legal);
            default -> playPairs(view, legal);
        };
    }

    /** Says whatever is more likely to be true: the best raise, or that the last bid is a lie. */
    static String playLiars(Json view, Json legal) {
        double best = -1;
        String act = "call";
        int face = 0;
        for (Json least : legal.get("least").items()) { // the lowest legal quantity for each face, or null
            face++;
            if (least.isNull()) continue;
            double likely = chance(view, (int) least.number(), face);
            if (likely > best) {
                best = likely;
                act = least.number() + "x" + face;
            }
        }
        if (legal.get("call").isTrue()) {
            List<Json> bids = view.get("bids").items();
            String[] last = bids.get(bids.size() - 1).get("bid").text().split("x");
            double lie = 1 - chance(view, Integer.parseInt(last[0]), Integer.parseInt(last[1]));
            if (lie > best) act = "call";
        }
        return act;
    }

    /** How likely at least {@code quantity} dice on the table count for {@code face}. */
    static double chance(Json view, int quantity, int face) {
        Json wildFace = view.get("wild");
        long wild = wildFace.isNull() ? 0 : wildFace.number();
        List<Json> hand = view.get("hand").items();
        long mine = hand.stream().filter(die -> die.number() == face || die.number() == wild).count();
        int unseen = (int) sum(view.get("dice")) - hand.size();
        double p = (wild != 0 && wild != face ? 2.0 : 1.0) / view.get("rules").get("faces").number();
        double likely = 0;
        for (int n = (int) Math.max(quantity - mine, 0); n <= unseen; n++) {
            double ways = 1;
            for (int k = 0; k < n; k++) ways *= (unseen - k) / (k + 1.0);
            likely += ways * Math.pow(p, n) * Math.pow(1 - p, unseen - n);
        }
        return likely;
    }

    /** Claims the truth, but never less than 7; calls what is too good to be true. */
    static String playClaims(Json view, Json legal) {
        return switch (legal.get("decide").text()) {
            case "claim" -> {
                long claim = Math.max(Math.max(sum(view.get("hand")), 7), legal.get("min").number());
                yield "claim " + Math.min(claim, legal.get("max").number());
            }
            case "answer" -> view.get("claim").number() >= 10 ? "call" : "let pass";
            default -> "immunity";
        };
    }

    /** Collects marks on few numbers, and keeps the counters of removed numbers level. */
    static String playPairs(Json view, Json legal) {
        Json sheet = view.get("sheets").items().get((int) view.get("viewer").get("seat").number());
        String best = null;
        long bestMerit = Long.MIN_VALUE;
        for (Json split : legal.get("splits").items()) {
            String[] parts = split.text().split("[+-]");
            long merit = 0;
            for (int n = 0; n < 2; n++) {
                long marks = sheet.get("marks").items().get(Integer.parseInt(parts[n]) - 2).number();
                merit += marks > 0 ? marks : -3;
            }
            for (Json removed : sheet.get("removed").items()) {
                boolean same = removed.get("number").number() == Integer.parseInt(parts[2]);
                if (same) merit -= removed.get("count").number();
            }
            if (merit > bestMerit) {
                bestMerit = merit;
                best = split.text();
            }
        }
        return best;
    }

    static long sum(Json numbers) {
        return numbers.items().stream().mapToLong(Json::number).sum();
    }

    /** A JSON value: Map, List, String, Double, Boolean or null. */
    record Json(Object value) {
        static Json read(String text) {
            return new Json(new Reader(text).value());
        }

        Json get(String field) {
            return new Json(((Map<?, ?>) value).get(field));
        }

        List<Json> items() {
            return ((List<?>) value).stream().map(item -> new Json(item)).toList();
        }

        String text() {
            return (String) value;
        }

        long number() {
            return ((Double) value).longValue(); // whole numbers below 2^53 fit a double
        }

        boolean isTrue() {
            return Boolean.TRUE.equals(value);
        }

        boolean isNull() {
            return value == null;
        }
    }

    /** Reads JSON. */
    static class Reader {
        final String text;
        int at = 0;

        Reader(String text) {
            this.text = text;
        }

        Object value() {
            switch (peek()) {
                case '{': {
                    var fields = new LinkedHashMap<String, Object>();
                    at++;
                    while (peek() != '}') {
                        String name = string();
                        expect(':');
                        fields.put(name, value());
                        if (peek() == ',') at++;
                    }
                    at++;
                    return fields;
                }
                case '[': {
                    var items = new ArrayList<Object>();
                    at++;
                    while (peek() != ']') {
                        items.add(value());
                        if (peek() == ',') at++;
                    }
                    at++;
                    return items;
                }
                case '"':
                    return string();
                default: {
                    int start = at;
                    while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) at++;
                    String word = text.substring(start, at);
                    return switch (word) {
                        case "true" -> true;
                        case "false" -> false;
                        case "null" -> null;
                        default -> Double.valueOf(word);
                    };
                }
            }
        }

        String string() {
            var string = new StringBuilder();
            expect('"');
            while (text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                char escaped = text.charAt(at++);
                switch (escaped) {
                    case 'n' -> string.append('\n');
                    case 't' -> string.append('\t');
                    case 'r' -> string.append('\r');
                    case 'b' -> string.append('\b');
                    case 'f' -> string.append('\f');
                    case 'u' -> {
                        string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                        at += 4;
                    }
                    default -> string.append(escaped);
                }
            }
            at++;
            return string.toString();
        }

        char peek() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        void expect(char c) {
            if (peek() != c) throw new IllegalArgumentException("expected " + c + " at " + at);
            at++;
        }
    }
}
